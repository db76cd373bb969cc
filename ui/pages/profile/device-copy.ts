/** The copy of the profile on this device: what the page showed last, without what opens a file. */
import type { Questionnaire } from 'fhir/r5.js'
import { useCallback, useEffect, useState } from 'react'
import type { Environment } from '../../../schemas/environment.ts'
import type { ConsentDecision } from '../../../schemas/record-consent.ts'
import { uids } from '../../../schemas/uids.ts'
import type { StorageKeyPair } from '../../sdk/key-pair.ts'
import type { AuditEntry } from '../../sdk/profile.ts'
import { allowCopy, forgetCopy, hasCopy, readCopy, saveCopy } from '../keys/profile-copies.ts'
import type { Trail } from './activity/audit-trail.ts'
import type { Own, OwnRecord } from './person-records.ts'
import type { Reader, Readership } from './sharing/readership.ts'

/** The shape of `Copy`: another one is not read. */
const VERSION = 1
/** Milliseconds without a change before a copy is written. */
const PAUSE = 300

export interface Copy {
  readonly version: typeof VERSION
  readonly environment: Environment
  readonly own: Own
  readonly forms: readonly (readonly [id: string, form: Questionnaire])[]
  readonly readers: readonly Reader[]
  readonly decisions?: readonly ConsentDecision[] | undefined
  readonly entries?: readonly AuditEntry[] | undefined
}

/** Undefined if there is none, or none that can be read: the copy of an earlier release, or of another key. */
export async function copyOf(keyPair: StorageKeyPair): Promise<Copy | undefined> {
  // A browser may deny storage.
  const found = (await readCopy(keyPair).catch(() => undefined)) as Partial<Copy> | undefined
  return found?.version === VERSION ? (found as Copy) : undefined
}

export interface Copying {
  /** Absent until it is known, and in a browser that denies storage. */
  readonly isOn: boolean | undefined
  turn(on: boolean): Promise<void>
}

export interface Shown {
  readonly keyPair: StorageKeyPair
  readonly environment: Environment
  readonly own: Own
  readonly readership: Readership
  readonly trail: Trail
  /** True if the page shows a copy. */
  readonly isCopy: boolean
}

/** Writes what the page shows to the copy, if the person wants one. */
export function useCopying({ keyPair, environment, own, readership, trail, isCopy }: Shown): Copying {
  const [isOn, setOn] = useState<boolean>()
  const { forms, readers, decisions, isRead } = readership
  const { entries, failure: noEntries } = trail
  // Read again with the records: another tab may have changed it, or the deletion of the profile.
  useEffect(() => void hasCopy(keyPair.did).then(setOn, () => {}), [keyPair, own])
  const write = useCallback(
    () =>
      saveCopy(keyPair, {
        ...{ version: VERSION, environment, own: { ...own, records: own.records.map(withoutKey) } },
        ...{ forms: [...forms], readers, decisions, entries },
      } satisfies Copy),
    [keyPair, environment, own, forms, readers, decisions, entries],
  )
  // One with less than there is would replace a better one, and name fewer readers.
  const hasAll = isRead && (entries !== undefined || noEntries !== '')
  const isWhole = !isCopy && own.unreadable === 0 && own.label.isKnown && hasAll
  useEffect(() => {
    if (!isOn || !isWhole) return
    // A full storage leaves the earlier copy, which says its time.
    const timer = setTimeout(() => void write().catch(() => {}), PAUSE)
    return () => clearTimeout(timer)
  }, [isOn, isWhole, write])

  const turn = async (on: boolean) => {
    if (on) {
      await allowCopy(keyPair.did)
      if (isWhole) await write()
    } else await forgetCopy(keyPair.did)
    setOn(on)
  }
  return { isOn, turn }
}

/** A file is not in the copy: its key and its address have no use there. */
function withoutKey({ collection, document }: OwnRecord): OwnRecord {
  if (collection !== uids.Binary) return { collection, document }
  const {
    encryption_key: _key,
    url: _url,
    ...rest
  } = document as OwnRecord['document'] & {
    readonly encryption_key?: unknown
    readonly url?: unknown
  }
  return { collection, document: rest }
}
