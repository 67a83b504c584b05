// Prints the requirements of the WS-I Basic Profile 1.1 that each of the contracts does not meet: its file and the number.
using System;
using System.Web.Services;
using System.Web.Services.Description;

static class Profile
{
    static void Main(string[] files)
    {
        foreach (string file in files)
        {
            var violations = new BasicProfileViolationCollection();
            WebServicesInteroperability.CheckConformance(WsiProfiles.BasicProfile1_1, ServiceDescription.Read(file), violations);
            foreach (BasicProfileViolation violation in violations)
                Console.WriteLine(file + "\t" + violation.NormativeStatement);
        }
    }
}
