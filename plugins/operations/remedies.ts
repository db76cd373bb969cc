/** The remedies of errors that an operator can end, by code. All other errors are the caller's to correct. */

export const REMEDIES: Readonly<Record<string, string>> = {
  AND_INTERNAL:
    'Search the log for "request failed" at this time: it has the cause. Report it with the stack; it holds no content.',
  AND_NODE_UNAVAILABLE:
    'Start the storage node, or repair the network to it. Writes wait in the journal and end by themselves.',
  AND_NODE_REFUSED:
    'Compare the clocks of gateway and node, and the key of the gateway: andiron doctor, andiron keys list.',
  AND_NODE_ANSWER_TOO_LARGE: 'Set limits.page of the gateway and of the node to the same value.',
  AND_RECORD_BUSY: 'Wait for the node that is away. If all are ready, the write ends within five minutes.',
  AND_SHARE_MISSING:
    'Run andiron doctor --repair --dry-run. A share that is lost comes from the backup of its node.',
  AND_SHARES_DO_NOT_JOIN: 'Run andiron doctor --repair --dry-run, then restore the node that differs.',
  AND_TOKENS_UNAVAILABLE: 'Start Redis or PostgreSQL (stores.tokens), and look at its connections and disk.',
  AND_TOKENS_UNCONFIRMED: 'Start the replicas of Redis, or lower stores.tokens.replicas.',
  AND_OBJECTS_UNAVAILABLE:
    'Look at the bucket, its credentials and endpoint (stores.objects), or at the disk.',
  AND_DATABASE_UNAVAILABLE: 'Start PostgreSQL, and look at its connections (max_connections) and disk.',
  AND_DATABASE_OUTCOME_UNKNOWN:
    'Look at the log of PostgreSQL: a connection broke during a commit. Retries are safe.',
  AND_SANDBOX_FULL: 'Raise limits.sandbox.threads if processors are idle; otherwise add a gateway.',
  AND_SANDBOX_FAILED: 'Search the log: a worker thread has ended. Look at the memory of the machine.',
  AND_TOO_MANY_REQUESTS: 'If these callers are yours, raise plugins.operations.requestsPerMinute.',
  AND_PAGES_NOT_BUILT: "Run 'npm run build' in the source tree.",
}
