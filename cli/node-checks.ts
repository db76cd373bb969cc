/** The doctor's findings about remote nodes: answers, clocks, and one node under two URLs. */
import type { Checked, Finding } from './checks.ts'
import { fetchInTime } from './report.ts'

interface Met {
  readonly node: string
  readonly finding: Finding
  /** Hex of its public key; absent if it does not answer. */
  readonly key?: string
}

/** Tokens depend on the clock: a skew of 30 seconds is tolerated. Remote nodes have clocks of their own. */
export async function remoteNodes({ config }: Checked): Promise<Finding[]> {
  const { driver, nodes } = config.stores.records
  if (driver === 'memory' || typeof nodes === 'number')
    return [
      {
        state: 'ok',
        what: `clock: ${new Date().toISOString()}, no other machine to compare it with`,
      },
    ]
  const met = await Promise.all(nodes.map(meet))
  const twice = met.flatMap(({ node, key }, at): Finding[] => {
    const first = key && met.slice(0, at).find(each => each.key === key)
    if (!first) return []
    return [
      {
        state: 'wrong',
        what: `nodes: ${first.node} and ${node} are one node`,
        mend: 'Give each node a directory and a database of its own, and correct stores.records.nodes: one operator has two shares of every secret otherwise.',
      },
    ]
  })
  return [...met.map(({ finding }) => finding), ...twice]
}

async function meet(node: string): Promise<Met> {
  try {
    const sentAt = Date.now()
    const answer = await fetchInTime(`${node}/about`)
    const middle = (sentAt + Date.now()) / 2
    const about = (await answer.json().catch(() => ({}))) as { public_key?: unknown }
    if (typeof about.public_key !== 'string')
      return {
        node,
        finding: {
          state: 'wrong',
          what: `node ${node}: another server answers (status ${answer.status})`,
          mend: 'Correct its URL under stores.records.nodes: it is the origin of a storage node, without a path.',
        },
      }
    return { node, key: about.public_key, finding: clockOf(node, answer.headers.get('date'), middle) }
  } catch {
    return {
      node,
      finding: {
        state: 'wrong',
        what: `clock of ${node}: the node does not answer`,
        mend: 'Start the node, or correct its URL under stores.records.nodes.',
      },
    }
  }
}

function clockOf(node: string, date: string | null, middle: number): Finding {
  // The header has whole seconds: ignore half a second either way.
  const skew = Math.round((Date.parse(date ?? '') + 500 - middle) / 1000)
  if (Number.isNaN(skew)) return { state: 'note', what: `clock of ${node}: unknown, no Date header` }
  const what = `clock of ${node}: ${Math.abs(skew)} s ${skew < 0 ? 'behind' : 'ahead'}`
  return Math.abs(skew) > 5
    ? { state: 'wrong', what, mend: 'Synchronise the clocks of both machines with NTP.' }
    : { state: 'ok', what }
}
