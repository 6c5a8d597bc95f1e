"""What is fetched or sent: pages, feeds, mails."""
