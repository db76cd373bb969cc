/**
 * A script of its own, small and on every page: it sends the first requests, opens the keys, and shows the choice of a
 * new browser, while the other scripts are on their way.
 */
import { loadEnvironment } from '../../../sdk/environment.ts'
import { beginWrappingKey } from '../../keys/wrapping-key.ts'
import { showFirstChoice } from './first-choice.ts'
import { applicationPath, begin, formIn, formPath, ORIGINAL, signinIn, signinPath } from './first-requests.ts'

const { hash, origin, pathname, search } = location

const FIRST: Readonly<Record<string, () => void>> = {
  '': environment,
  application: keyring,
  profile() {
    keyring()
    showFirstChoice()
  },
  consent() {
    keyring()
    begin(signinPath(signinIn(hash)))
  },
  'wallet-external'() {
    keyring()
    const applicationId = new URLSearchParams(search).get('applicationId')
    if (applicationId) begin(applicationPath(applicationId))
  },
  questionnaire: () => begin(formPath(formIn(pathname)), ORIGINAL),
}

FIRST[pathname.split('/')[1] ?? '']?.()

/** The needs of a page that opens the keys of this browser. */
function keyring(): void {
  environment()
  beginWrappingKey()
}

function environment(): void {
  // After an error, the page asks again.
  loadEnvironment(origin).catch(() => {})
}
