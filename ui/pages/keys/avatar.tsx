/** The face of a profile: its picture, or the initials of its name on its colour. The name is beside it. */
import type { ProfileLabel } from '../../../schemas/profile-label.ts'

/** A label as the pages show it. */
export interface Label extends Omit<ProfileLabel, 'sealedPicture'> {
  /** A data: URL. */
  readonly picture?: string
}

export const Face = ({ label }: { readonly label: Label }) =>
  label.picture === undefined ? (
    <Initials {...label} />
  ) : (
    <img className="face" src={label.picture} alt="" width="36" height="36" />
  )

/** True if there is more to tell a profile by than its colour. */
export const hasFace = ({ name, picture }: Label): boolean => name !== undefined || picture !== undefined

const Initials = ({ name = '', colour = 'ember' }: Label) => (
  <span className={`face face-${colour}`} aria-hidden="true">
    {initialsOf(name) || '?'}
  </span>
)

/** The first letters of the first two words, as a reader of the language counts letters. */
export function initialsOf(name: string): string {
  const letters = new Intl.Segmenter()
  return name
    .trim()
    .split(/\s+/u)
    .slice(0, 2)
    .map(word => letters.segment(word)[Symbol.iterator]().next().value?.segment ?? '')
    .join('')
    .toLocaleUpperCase()
}
