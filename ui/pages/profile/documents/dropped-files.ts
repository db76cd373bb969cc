/** Files that a person drops on the page. */
import { useEffect, useRef, useState } from 'react'

/** A folder has no bytes, and dragged text or a link is no file. */
export type Dropped =
  | { readonly kind: 'files'; readonly files: readonly File[] }
  | { readonly kind: 'folder' }
  | { readonly kind: 'other' }

/**
 * Takes what is dropped anywhere on the page: beside a target, a browser would leave the page and open the file.
 * @param take - absent while nothing is accepted
 * @returns true while something is dragged over the page that may be dropped
 */
export function useDrop(take: ((dropped: Dropped) => void) | undefined): boolean {
  const [isOver, setOver] = useState(false)
  const taking = useRef(take)
  useEffect(() => {
    taking.current = take
  })
  useEffect(() => {
    const over = (event: DragEvent) => {
      if (isOfField(event)) return
      event.preventDefault()
      if (event.dataTransfer) event.dataTransfer.dropEffect = taking.current ? 'copy' : 'none'
      setOver(taking.current !== undefined)
    }
    // Out of the window.
    const leave = ({ relatedTarget }: DragEvent) => {
      if (relatedTarget === null) setOver(false)
    }
    const drop = (event: DragEvent) => {
      setOver(false)
      if (isOfField(event)) return
      event.preventDefault()
      if (event.dataTransfer) taking.current?.(droppedIn(event.dataTransfer))
    }
    addEventListener('dragover', over)
    addEventListener('dragleave', leave)
    addEventListener('drop', drop)
    return () => {
      removeEventListener('dragover', over)
      removeEventListener('dragleave', leave)
      removeEventListener('drop', drop)
    }
  }, [])
  return isOver
}

/** Text may be dragged into a field. */
const isOfField = ({ target, dataTransfer }: DragEvent): boolean =>
  dataTransfer?.types.includes('Files') !== true &&
  target instanceof Element &&
  target.matches('input, textarea')

function droppedIn({ items, files }: DataTransfer): Dropped {
  if (files.length === 0) return { kind: 'other' }
  // A folder among files looks like one of a few bytes.
  const isFolder = [...items].some(item => item.webkitGetAsEntry()?.isDirectory)
  return isFolder ? { kind: 'folder' } : { kind: 'files', files: [...files] }
}
