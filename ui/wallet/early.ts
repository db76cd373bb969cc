/**
 * A script of its own, small and on every page: it sends the first requests while the other scripts are on their way.
 */
import { loadEnvironment } from '../sdk/environment.ts'
import { applicationPath, begin, formIn, formPath, ORIGINAL, signinIn, signinPath } from './first-requests.ts'

const { hash, origin, pathname, search } = location

const FIRST: Readonly<Record<string, () => void>> = {
  '': environment,
  application: environment,
  profile: environment,
  consent() {
    environment()
    begin(signinPath(signinIn(hash)))
  },
  'wallet-external'() {
    environment()
    const applicationId = new URLSearchParams(search).get('applicationId')
    if (applicationId) begin(applicationPath(applicationId))
  },
  questionnaire: () => begin(formPath(formIn(pathname)), ORIGINAL),
}

FIRST[pathname.split('/')[1] ?? '']?.()

function environment(): void {
  // After an error, the page asks again.
  loadEnvironment(origin).catch(() => {})
}
