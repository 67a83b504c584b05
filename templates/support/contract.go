package support
