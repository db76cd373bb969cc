/** The history of a run: what each client was told, and what was stored, read and notified in the end. */

/** One request, and its answer if there was one. Times are milliseconds of the machine. */
export interface Attempt {
  readonly gateway: string
  readonly sent: number
  readonly answered?: number
  readonly status?: number
  readonly code?: string
}

/** A submission of a person who submits nothing else. */
export interface Submission {
  readonly epoch: number
  readonly person: string
  readonly form: string
  /** Records that it stores, as `Responses+Observations`. */
  readonly whole: string
  readonly attempts: Attempt[]
  /** The id of the response in an acknowledgement. */
  id?: string
  /** Requests to delete the profile of the person. */
  readonly deletions: Attempt[]
  /** The time at which the person was told that the deletion is done. */
  deleted?: number
  /** The time at which the person was told that nobody reads the response any more. */
  withdrawn?: number
}

/** Everything was lost at one time, and came back as it was at another. */
export interface Restore {
  /** The time before which everything acknowledged is in the backup. */
  readonly point: number
  readonly at: number
}

/** A notification that the subscriber has accepted. */
export interface Told {
  readonly id: string
  readonly number: number
  readonly at: number
}

/** A page of responses that the application received. */
export interface Read {
  readonly form: string
  readonly began: number
  readonly ids: readonly string[]
  /** Contents that no person has written. */
  readonly forged: number
}

/** The records of a person: on each node `Responses+Observations`, and the ids and digests of the documents. */
export interface Stored {
  readonly counts: readonly string[]
  readonly digests: readonly string[]
  readonly ids: readonly string[]
}

export interface History {
  readonly submissions: Submission[]
  readonly restores: Restore[]
  readonly told: Told[]
  readonly reads: Read[]
}

export const newHistory = (): History => ({ submissions: [], restores: [], told: [], reads: [] })
