/** The options of a theme. */
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The pictures among the options. */
export const PICTURES = ['logo', 'logoDark', 'icon'] as const

const path = { type: 'string', minLength: 1, maxLength: 1024 } as const
const colour = { type: 'string', pattern: '^#([0-9A-Fa-f]{3}|[0-9A-Fa-f]{6})$' } as const
const link = { type: 'string', maxLength: 500, pattern: '^(https://|mailto:)' } as const

export const ThemeOptions = {
  type: 'object',
  additionalProperties: false,
  dependencies: { logoDark: ['logo'] },
  description: 'The name, pictures, colours and links of this deployment. Default: those of andiron.',
  properties: {
    name: {
      type: 'string',
      minLength: 1,
      maxLength: 40,
      description: 'Name of the service, in the place of `andiron`.',
    },
    logo: {
      ...path,
      description:
        'File with the logo, shown beside the name: SVG, PNG or WebP, at most 128 KiB, relative to this file. If it can be an icon, it is also that.',
    },
    logoDark: { ...path, description: 'Logo for dark pages. Default: `logo`.' },
    icon: {
      ...path,
      description:
        'Square picture for the tabs of browsers and the home screens of devices: SVG, or PNG or WebP of at least 192 pixels. Default: `logo`, if it is such a picture.',
    },
    colours: {
      type: 'object',
      additionalProperties: false,
      description:
        'Colours as `#rrggbb`. A colour without enough contrast is refused, with the nearest one that has it.',
      properties: {
        accent: {
          ...colour,
          description: 'Buttons, the current place, and the person’s own line in a chart, on light pages.',
        },
        accentDark: { ...colour, description: 'The same on dark pages. Default: a lighter `accent`.' },
        background: { ...colour, description: 'Ground of light pages; those of cards and bars follow.' },
        backgroundDark: { ...colour, description: 'Ground of dark pages.' },
      },
    },
    links: {
      type: 'object',
      additionalProperties: false,
      description:
        'Links below every page, as `https:` or `mailto:`; the pages name them in their languages.',
      properties: {
        privacy: { ...link, description: 'Privacy notice.' },
        terms: { ...link, description: 'Terms of use.' },
        imprint: { ...link, description: 'Legal notice: who runs the service.' },
        help: { ...link, description: 'Help, or the address to ask.' },
      },
    },
  },
} as const

/**
 * The files of the pictures that the options of the plugin `pages` name, whether they are there or not.
 * @param options - as they are in the config, unchecked
 * @param directory - the base of relative paths
 */
export function picturesIn(options: unknown, directory: URL): string[] {
  const { theme } = (options ?? {}) as { readonly theme?: Readonly<Record<string, unknown>> | null }
  return PICTURES.flatMap(picture => {
    const path = theme?.[picture]
    return typeof path === 'string' ? [resolve(fileURLToPath(directory), path)] : []
  })
}
