/** Apart from what creates passkeys: a page asks this before it loads that. */

interface Browser {
  readonly PublicKeyCredential?: unknown
  readonly location: { readonly hostname: string }
}

const browser = globalThis as unknown as Browser

/** True in a browser with passkeys, on a host that can have one: an IP address cannot, and Node has none. */
export const hasPasskeys = (): boolean =>
  typeof browser.PublicKeyCredential === 'function' && !/^(\d+\.){3}\d+$|^\[/.test(browser.location.hostname)
