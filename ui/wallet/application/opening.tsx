/** The place of a view whose contents are read, or the reason why they cannot be. */
import { Reading, Rows } from '../shell/placeholder.tsx'

export const Opening = ({ failure }: { readonly failure: string }) =>
  failure ? (
    <p className="notice" role="alert">
      {failure}
    </p>
  ) : (
    <Reading>
      <Rows many={3} />
    </Reading>
  )
