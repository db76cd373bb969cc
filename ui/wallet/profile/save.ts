/** Gives a person a file to save. */

export function save(content: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  // The download has begun by then, and holds what it needs.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
