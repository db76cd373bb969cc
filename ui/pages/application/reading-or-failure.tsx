/** The place of a view whose contents are read, or the reason why they cannot be. */
import { Failure } from '../shell/failure.tsx'
import { Reading, Rows } from '../shell/placeholder.tsx'

export const Opening = ({ failure }: { readonly failure: string }) =>
  failure ? (
    <Failure text={failure} />
  ) : (
    <Reading>
      <Rows many={3} />
    </Reading>
  )
