document.querySelector("#script").textContent = "with script";
