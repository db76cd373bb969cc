/** The choice of a browser without a profile: in the HTML of `/profile`, hidden until no key is found. */
import { hasPasskeys } from '../../../sdk/keys/has-passkeys.ts'
import { watchAnnouncements } from '../../keys/wallet-announcements.ts'
import { KEPT } from '../../keys/wrapping-key.ts'

/** Its controls are disabled until the page draws them. A browser that knows a profile waits for its name. */
export function showFirstChoice(): void {
  const choice = document.getElementById('first-choice')
  const own = choice?.querySelector('button')
  if (!choice || !own || hasKeys()) return
  watchAnnouncements(({ name }) => own.before(buttonOf(name, own)))()
  if (!hasPasskeys()) choice.className = 'without-passkey'
  choice.hidden = false
}

/** Also true if the browser denies storage: the page says so. */
function hasKeys(): boolean {
  try {
    return Object.keys(localStorage).join().includes(KEPT)
  } catch {
    return true
  }
}

/** The button of a wallet, whose icon follows. @param own - the button of the wallet of this browser, which looks so */
function buttonOf(name: string, own: Element): Node {
  const button = own.cloneNode() as Element
  const named = document.createElement('bdi')
  named.append(name)
  button.append(' ', named)
  return button
}
