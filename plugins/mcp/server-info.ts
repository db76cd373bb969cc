/** The description of this server that assistants show: the name and the icons of the deployment. */
import type { App, Gateway } from '../../core/index.ts'

/** `Implementation` of the protocol, since revision 2025-11-25. */
export interface ServerInfo {
  /** For programs; the same in each deployment. */
  readonly name: string
  readonly version: string
  readonly title: string
  readonly websiteUrl: string
  icons?: { src: string; mimeType: string; sizes: string[] }[]
}

export function serverInfoOf({ version, baseUrl }: Gateway, { name, icons }: App['pages']): ServerInfo {
  return {
    ...{ name: 'andiron', version, title: name, websiteUrl: baseUrl },
    ...(icons.length > 0 && {
      icons: icons.map(({ src, type, sizes }) => ({
        src: baseUrl + src,
        mimeType: type,
        sizes: sizes.split(' '),
      })),
    }),
  }
}
