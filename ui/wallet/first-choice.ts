/** The choice of a browser without a profile: in the HTML of `/profile`, hidden until no key is found. */
import { hasPasskeys } from '../sdk/keys/has-passkeys.ts'
import { type Announced, watchAnnouncements } from './keys/announcements.ts'
import { KEPT } from './keys/wrapping-key.ts'

/** The id of its element. */
export const FIRST_CHOICE = 'first-choice'

/** Its controls are disabled until the page draws them. A browser that knows a profile waits for its name. */
export function showFirstChoice(): void {
  const choice = document.getElementById(FIRST_CHOICE)
  if (!choice || hasKeys()) return
  const own = choice.querySelector('button')
  if (own) watchAnnouncements(wallet => own.before(buttonOf(wallet, own)))()
  if (!hasPasskeys()) for (const part of choice.querySelectorAll('[data-passkey]')) part.remove()
  choice.hidden = false
  const status = choice.nextElementSibling
  if (status) status.className = 'wq-visually-hidden'
}

/** Also true if the browser denies storage: the page says so. */
function hasKeys(): boolean {
  try {
    return Object.keys(localStorage).some(name => name.startsWith(KEPT))
  } catch {
    return true
  }
}

/** @param own - the button of the wallet of this browser, as it has to look */
function buttonOf({ name, icon }: Announced, own: Element): Node {
  const button = own.cloneNode() as Element
  if (icon !== undefined) button.append(Object.assign(new Image(24, 24), { src: icon, alt: '' }), ' ')
  const named = document.createElement('bdi')
  named.append(name)
  button.append(named)
  return button
}
