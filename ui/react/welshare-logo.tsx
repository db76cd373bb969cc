/** The logo of the service: two irons that hold a fire. */
import type { ReactElement } from 'react'

export interface WelshareLogoProps {
  /** CSS pixels. @default 24 */
  readonly size?: number
  readonly className?: string
  /** Accessible name; without it, the logo is decorative. */
  readonly title?: string
}

/** Drawn in the current text colour. */
export function WelshareLogo({ size = 24, className, title }: WelshareLogoProps): ReactElement {
  return (
    // biome-ignore lint/a11y/noSvgWithoutTitle: without a title it is hidden from assistive technology.
    <svg
      viewBox="0 0 24 24"
      width={size}
      height={size}
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      className={className}
      {...(title === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': title })}
    >
      <path d="M5 21V9M19 21V9M3 21h4M17 21h4M5 17h14" />
      <path d="M12 14c-2 0-3-1.3-3-3 0-2.6 3-3.5 2.5-7 2.5 1.5 4 4 4 6.7 0 2-1.3 3.3-3.5 3.3z" />
    </svg>
  )
}
