/** The state of a gateway in words. */
import type { OperatorStatus } from '../../../schemas/operator-status.ts'
import { joined } from '../shell/language/formats.ts'
import { words } from '../shell/language/page-texts.ts'

export interface Sentence {
  readonly tone: 'good' | 'warn' | 'bad'
  readonly title: string
  readonly about: string
}

/**
 * The one sentence that an operator reads first. A record is on every node or on none, so a node that is away stops
 * writing.
 */
export function sentenceOf({ ready, draining, dependencies, findings }: OperatorStatus): Sentence {
  if (draining)
    return {
      tone: 'warn',
      title: words.draining,
      about: words.drainingAbout,
    }
  const away = dependencies.filter(dependency => !dependency.ready).map(({ name }) => name)
  if (!ready && away.every(name => name.startsWith('node ')) && away.length > 0)
    return {
      tone: 'bad',
      title: words.nodesAway({ many: away.length }),
      about: words.nodesAwayAbout,
    }
  if (!ready)
    return {
      tone: 'bad',
      title: words.notReady({ names: joined(away) || words.aDependency }),
      about: words.notReadyAbout,
    }
  const wrong = findings.filter(({ state }) => state === 'wrong').length
  if (wrong > 0)
    return {
      tone: 'warn',
      title: words.readyProblems({ many: wrong }),
      about: words.readyProblemsAbout,
    }
  return { tone: 'good', title: words.isReady, about: words.isReadyAbout }
}
