/** Icons of the pages: lines in the colour of the text, invisible to screen readers. */

const PATHS = {
  overview: 'M4 11 12 4l8 7M6 9.5V20h4.5v-5h3v5H18V9.5',
  measurements: 'M3 12h4l2.5-6 4 12L16 12h5',
  answers: 'M6 4h12v16H6zM9 9h6M9 13h6M9 17h3',
  documents: 'M7 3h7l4 4v14H7zM14 3v4h4',
  picture: 'M4 5h16v14H4zM8.5 11a1.5 1.5 0 1 0 0-3 1.5 1.5 0 0 0 0 3ZM4 17l5-4 3 2 4-4 4 4',
  sharing:
    'M16 11a3 3 0 1 0 0-6 3 3 0 0 0 0 6ZM8 11a3 3 0 1 0 0-6 3 3 0 0 0 0 6ZM2.5 19c.5-3 2.7-5 5.5-5s5 2 5.5 5M15 14.2c3.2-.5 6 1.5 6.5 4.8',
  activity: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM12 7v5l3.5 2',
  settings:
    'M12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6ZM19 12l2-1.5-2-3.5-2.4.9a7 7 0 0 0-1.7-1L14.5 4h-5l-.4 2.9a7 7 0 0 0-1.7 1L5 7 3 10.5 5 12l-2 1.5L5 17l2.4-.9a7 7 0 0 0 1.7 1l.4 2.9h5l.4-2.9a7 7 0 0 0 1.7-1l2.4.9 2-3.5z',
  timeline: 'M5 6h14v14H5zM5 10h14M9 3v5M15 3v5',
  subscriptions: 'M6 16V11a6 6 0 0 1 12 0v5l1.5 2h-15zM10 20.5h4',
  insights: 'M4 20V4M4 20h16M8.5 16.5v-5M13 16.5v-9M17.5 16.5v-3',
  applications: 'M4 4h7v7H4zM13 4h7v7h-7zM4 13h7v7H4zM13 13h7v7h-7z',
  back: 'M15 5l-7 7 7 7',
  assistant: 'M12 3v4M12 17v4M3 12h4M17 12h4M6 6l2.5 2.5M15.5 15.5 18 18M6 18l2.5-2.5M15.5 8.5 18 6',
  service: 'M4 5h16v6H4zM4 13h16v6H4zM7.5 8h.1M7.5 16h.1',
  read: 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12ZM12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6Z',
  verified:
    'M12 3l2.3 1.7 2.9-.1.8 2.8 2.3 1.7-1 2.7 1 2.7-2.3 1.7-.8 2.8-2.9-.1L12 20.6l-2.3-1.7-2.9.1-.8-2.8-2.3-1.7 1-2.7-1-2.7L6 7.4l.8-2.8 2.9.1zM8.8 12l2.2 2.2 4.2-4.4',
  done: 'M5 12.5l4.5 4.5L19 7.5',
  person: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM4.5 20.5c.8-3.8 3.7-6 7.5-6s6.7 2.2 7.5 6',
} as const

export type IconName = keyof typeof PATHS

/** Those that point along the line of writing. */
const DIRECTED: ReadonlySet<IconName> = new Set(['back', 'answers'])

export const Icon = ({ name }: { readonly name: IconName }) => (
  <svg className={DIRECTED.has(name) ? 'icon icon-directed' : 'icon'} viewBox="0 0 24 24" aria-hidden="true">
    <path d={PATHS[name]} />
  </svg>
)
