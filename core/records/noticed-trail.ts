/** Wraps the audit trail to run a hook after each write. */
import { frozen } from '../contract/frozen.ts'
import type { Context, HookRegistry } from '../contract/hooks.ts'
import type { AuditTrail } from '../stores/audit.ts'

/** @param context - of the service; the entries name the reader */
export const noticedTrail = (trail: AuditTrail, hooks: HookRegistry, context: () => Context): AuditTrail => ({
  of: (person, page) => trail.of(person, page),
  async add(...entries) {
    await trail.add(...entries)
    if (entries.length > 0 && hooks.attended('afterAuditEntries'))
      await hooks.run('afterAuditEntries', frozen(structuredClone(entries)), context())
  },
})
