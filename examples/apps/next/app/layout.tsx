import '@andiron/questionnaire/tokens.css'
import '@andiron/questionnaire/styles.css'
import type { ReactNode } from 'react'

export const metadata = { title: 'Reflex check', icons: { icon: 'data:,' } }

export default function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <body>
        <main>{children}</main>
      </body>
    </html>
  )
}
