/** Offers a file for download. */
export function save(content: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  // By then the download has begun and no longer needs the URL.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
