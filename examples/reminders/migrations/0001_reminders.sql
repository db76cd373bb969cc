-- Reminders that were sent.
CREATE TABLE reminders_sent (
  id uuid PRIMARY KEY,
  text text NOT NULL,
  sent_at timestamptz NOT NULL DEFAULT now()
);
