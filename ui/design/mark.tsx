/** The mark of the software, invisible to screen readers. */
export const Mark = () => (
  <svg className="mark" viewBox="0 0 28 28" aria-hidden="true">
    <path className="frame" d="M6.5 11v9.5M21.5 11v9.5M6.5 18h15M4 24l2.5-3.5L9 24M19 24l2.5-3.5L24 24" />
    <circle cx="6.5" cy="7.8" r="2.3" />
    <circle cx="21.5" cy="7.8" r="2.3" />
    <path d="M14 3.5c.4 2.4 3.6 4.1 3.6 7.2a3.6 3.6 0 0 1-7.2 0c0-1.5.8-2.5 1.5-3.3.2.9.6 1.4 1.1 1.7C13 7 13 5.2 14 3.5Z" />
  </svg>
)
