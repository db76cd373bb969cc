/** The calls of a page on the page about notifications: they compile; a test of the gateway runs the same protocol. */
declare const bindingToken: () => Promise<{ readonly token: string; readonly url: string }>
declare const last: number | undefined
declare const show: (bundle: object) => void
declare const reconnect: (reason: string) => void

const { token, url } = await bindingToken()
const socket = new WebSocket(last === undefined ? url : `${url}?after=${last}`)
socket.onopen = () => socket.send(`bind-with-token ${token}`)
socket.onmessage = ({ data }) => show(JSON.parse(data))
socket.onclose = ({ reason }) => reconnect(reason)

export { socket }
