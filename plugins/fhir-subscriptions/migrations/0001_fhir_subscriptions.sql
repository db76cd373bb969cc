-- The subscriptions of applications, as they asked for them. Signing secrets are derived, and not here.
CREATE TABLE IF NOT EXISTS fhir_subscriptions (
  id uuid PRIMARY KEY,
  -- The application's compressed public key in hex.
  owner text NOT NULL,
  -- JSON: the subscription with its caller.
  body text NOT NULL,
  version integer NOT NULL
);

CREATE INDEX IF NOT EXISTS fhir_subscriptions_by_owner ON fhir_subscriptions (owner);

-- The state of delivery, changed by the gateway that delivers.
CREATE TABLE IF NOT EXISTS fhir_subscriptions_progress (
  id uuid PRIMARY KEY,
  -- requested, active, error or off.
  status text NOT NULL,
  error text,
  -- The number of the last event that the receiver has accepted, or that is a dead letter.
  delivered bigint NOT NULL,
  -- The number of the last event of a notification that failed: its repetition ends there, too.
  attempted bigint,
  -- Failures in a row, and when the first one was; milliseconds since the epoch, as are the others.
  failures integer NOT NULL,
  failing_since bigint,
  next_at bigint NOT NULL,
  sent_at bigint NOT NULL
);

-- The number of events of each subscription. Changed by the distribution alone, of which there is one.
CREATE TABLE IF NOT EXISTS fhir_subscriptions_numbers (
  id uuid PRIMARY KEY,
  numbered bigint NOT NULL
);

-- The events of each subscription, kept for a while after their delivery.
CREATE TABLE IF NOT EXISTS fhir_subscriptions_events (
  subscription uuid NOT NULL,
  number bigint NOT NULL,
  -- The id of the event in the outbox: the same event has one number.
  event text NOT NULL,
  at bigint NOT NULL,
  -- JSON: references, no content.
  body text NOT NULL,
  dead boolean NOT NULL DEFAULT FALSE,
  PRIMARY KEY (subscription, number)
);

CREATE UNIQUE INDEX IF NOT EXISTS fhir_subscriptions_events_once ON fhir_subscriptions_events (subscription, event);
CREATE INDEX IF NOT EXISTS fhir_subscriptions_events_by_time ON fhir_subscriptions_events (at);
