/** Runs something once the page has drawn what it has to draw. Safari has no callback for it. */
export const whenIdle = (run: () => void): void => void (globalThis.requestIdleCallback ?? setTimeout)(run)
