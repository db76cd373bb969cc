/** The face of a profile: the initials of its name on its colour. The name is beside it, for screen readers. */
import type { ProfileLabel } from '../../../schemas/profile-label.ts'
import './keys.css'

export const Face = ({ label: { name = '', colour = 'ember' } }: { readonly label: ProfileLabel }) => (
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
