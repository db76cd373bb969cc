/** A small line from zero; its label says the finding. */

interface SparkProps {
  /** `null` where there is no value. */
  readonly values: readonly (number | null)[]
  readonly label: string
}

export function Spark({ values, label }: SparkProps) {
  const most = Math.max(1, ...values.map(value => value ?? 0))
  const step = 100 / Math.max(1, values.length - 1)
  let isDrawing = false
  const path = values
    .map((value, at) => {
      if (value === null) {
        isDrawing = false
        return ''
      }
      const command = isDrawing ? 'L' : 'M'
      isDrawing = true
      const point = `${(at * step).toFixed(2)} ${(30 - (value / most) * 28).toFixed(2)}`
      // A minute of its own is a dot.
      return `${command}${point}${command === 'M' ? 'h0.01' : ''}`
    })
    .join('')
  return (
    <svg className="op-spark" viewBox="0 0 100 30" preserveAspectRatio="none" role="img" aria-label={label}>
      <line x1="0" x2="100" y1="30" y2="30" />
      <path d={path} />
    </svg>
  )
}
