-- Goals that are due for a review. The goals themselves are records of their people.
CREATE TABLE sleep_goals_due (
  goal uuid PRIMARY KEY,
  due_at timestamptz NOT NULL DEFAULT now()
);
