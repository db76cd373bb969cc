/** The names of a deployment's databases: on one server, each deployment has its own. */
import type { Config } from '../../config/config-schema.ts'

export interface DatabaseNames {
  readonly gateway: string
  /** @param number - of a storage node in the gateway's process, from 1 */
  node(number: number): string
}

/**
 * The path of the URL names the gateway's own database, and those of its nodes begin with that name. Without a path, or
 * with that of the database which every server has, they have the names of an embedded server.
 */
export function databaseNames({ driver, url }: Config['stores']['database']): DatabaseNames {
  const path =
    driver === 'postgres' && URL.canParse(url ?? '')
      ? decodeURIComponent(new URL(url ?? '').pathname.slice(1))
      : ''
  if (path === '' || path === 'postgres')
    return { gateway: 'andiron_gateway', node: number => `node_${number}` }
  return { gateway: path, node: number => `${path}_node_${number}` }
}
