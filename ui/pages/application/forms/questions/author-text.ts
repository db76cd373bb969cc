/** The text of a form as its author may have written it, without the additions of the service. */
import type { StoredQuestionnaire } from '../../../../sdk/questionnaires.ts'

export function authorText({
  _id,
  _created,
  _updated,
  publisher: _,
  meta,
  ...form
}: StoredQuestionnaire): string {
  const { versionId: __, ...rest } = meta ?? {}
  return JSON.stringify({ ...form, ...(Object.keys(rest).length > 0 && { meta: rest }) }, undefined, 2)
}
