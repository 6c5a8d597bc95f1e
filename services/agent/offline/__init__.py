"""What the offline model goes by: rules to plan searches, read times and names, choose sentences and compose."""
