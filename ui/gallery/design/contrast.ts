/** The contrast of two colours, as the browser draws them. */

/** The contrast of a token on another: 1 to 21, by WCAG 2.2. */
export function contrastOf(token: string, on: string): number {
  const [a = 0, b = 0] = [token, on].map(luminanceOf).sort((a, b) => b - a)
  return (a + 0.05) / (b + 0.05)
}

function luminanceOf(token: string): number {
  const [red = 0, green = 0, blue = 0] = Array.from(pointOf(token), part => {
    const share = part / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** The token as a point of a picture: of the theme that is shown. */
function pointOf(token: string): Uint8ClampedArray {
  const probe = document.createElement('i')
  probe.style.color = `var(--${token})`
  document.body.append(probe)
  const { color } = getComputedStyle(probe)
  probe.remove()
  const canvas = new OffscreenCanvas(1, 1).getContext('2d')
  if (canvas === null) throw new Error('There is no canvas')
  canvas.fillStyle = color
  canvas.fillRect(0, 0, 1, 1)
  return canvas.getImageData(0, 0, 1, 1).data
}
