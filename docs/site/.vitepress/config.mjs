/** The site: local search, light and dark; `SITE_BASE` is the path that it is published under. */
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitepress'

const pages = fileURLToPath(new URL('../pages', import.meta.url))

/** One link for each page of a folder, by its first heading. */
const all = folder =>
  readdirSync(`${pages}/${folder}`)
    .filter(name => name.endsWith('.md'))
    .sort()
    .map(name => ({
      text:
        /^# (.*)$/m.exec(readFileSync(`${pages}/${folder}/${name}`, 'utf8'))?.[1].replaceAll('`', '') ?? name,
      link: `/${folder}/${name.replace('.md', '')}`,
    }))
const guide = (text, name) => ({ text, link: `/guide/${name}` })

/** The page as the search reads it, which takes the text alone: its code would be colored for nothing. */
function withoutColors(source, env, md) {
  const { highlight } = md.options
  md.options.highlight = code => code.replaceAll('&', '&#x26;').replaceAll('<', '&#x3C;')
  try {
    return md.render(source, env)
  } finally {
    md.options.highlight = highlight
  }
}

const sidebar = [
  {
    text: 'Start',
    items: [
      guide('Tutorial', 'tutorial'),
      guide('Architecture', 'architecture'),
      guide('Glossary', 'glossary'),
      guide('Troubleshooting', 'troubleshooting'),
    ],
  },
  {
    text: 'Guides',
    items: [
      guide('Questionnaires', 'questionnaires'),
      guide('The wallet', 'wallet'),
      guide('Languages of the pages', 'languages'),
      guide('The voice of the pages', 'voice'),
      guide('The pages in pictures', 'pictures'),
      guide('Assistants (MCP)', 'mcp'),
      guide('FHIR REST', 'fhir-rest'),
      guide('Bulk export', 'bulk-export'),
      guide('Backends', 'backends'),
      guide('Applications without the SDK', 'registration'),
      guide('Notifications', 'subscriptions'),
      guide('Consent', 'consent'),
      guide('Observations', 'observations'),
      guide('Writing a plugin', 'writing-a-plugin'),
      guide('Hooks', 'hooks'),
      guide('Operating', 'operating'),
      guide('Keys and backups', 'keys-and-backups'),
      guide('Storage nodes', 'storage-nodes'),
      guide('Monitoring', 'monitoring'),
      guide('Scaling', 'scaling'),
      guide('Themes', 'theme'),
    ],
  },
  {
    text: 'Reference',
    items: [
      guide('Configuration', 'configuration'),
      guide('Errors', 'errors'),
      guide('FHIR rules', 'fhir-rules'),
      guide('Attacks', 'attacks'),
      { text: 'OpenAPI document', link: '/openapi.json', target: '_blank' },
      { text: 'Plugins', collapsed: true, items: all('plugins') },
    ],
  },
  {
    text: 'Packages',
    items: [
      ...all('packages'),
      {
        text: 'API reference',
        collapsed: false,
        link: '/api/',
        items: [
          'andiron',
          'andiron/fhir',
          'andiron/crypto',
          'andiron/testing',
          '@andiron/sdk',
          '@andiron/sdk/keys',
          '@andiron/sdk/disk',
          '@andiron/sdk/encryption',
          '@andiron/sdk/notifications',
          '@andiron/react',
          '@andiron/react/types',
          '@andiron/questionnaire',
          '@andiron/questionnaire/adaptive',
          '@andiron/questionnaire/engine',
          '@andiron/questionnaire/strings',
        ].map(text => ({ text, link: `/api/${text}` })),
      },
    ],
  },
  { text: 'Examples', collapsed: true, items: all('examples') },
  { text: 'Decisions', collapsed: true, items: all('decisions') },
  {
    text: 'Project',
    items: [
      { text: 'Changelog', link: '/changelog' },
      { text: 'Security', link: '/security' },
      { text: 'Contributing', link: '/contributing' },
    ],
  },
]

export default defineConfig({
  title: 'andiron',
  description: 'A plugin-based FHIR gateway: health data in profiles that people control',
  lang: 'en',
  srcDir: './pages',
  base: process.env.SITE_BASE ?? '/',
  cleanUrls: true,
  // Absolute addresses of a deployment stand in the examples.
  ignoreDeadLinks: [/^https?:\/\/(?:localhost|127\.)/],
  // The search index and the generated references are large by nature.
  vite: { build: { chunkSizeWarningLimit: 4000 } },
  themeConfig: {
    search: { provider: 'local', options: { _render: withoutColors } },
    nav: [
      { text: 'Tutorial', link: '/guide/tutorial' },
      { text: 'API reference', link: '/api/' },
      { text: 'Changelog', link: '/changelog' },
    ],
    sidebar,
    outline: [2, 3],
  },
  markdown: {
    languageAlias: { caddy: 'nginx' },
    // The pages are Markdown for any reader: what looks like HTML or like a template of Vue is text.
    html: false,
    config(md) {
      const { text } = md.renderer.rules
      md.renderer.rules.text = (...given) => text(...given).replaceAll('{{', '&#123;&#123;')
    },
  },
})
