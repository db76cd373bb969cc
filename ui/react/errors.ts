/** What a hook can find wrong before anything is asked. */

export const reactErrors = {
  AND_NO_KEY_PAIR: 'There is no key pair yet: wait for the session to be ready',
} as const
