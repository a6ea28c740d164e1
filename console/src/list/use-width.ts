import { type RefObject, useLayoutEffect, useState } from 'react'

/** How wide an element is, in pixels, as it changes. */
export function useWidth({ current }: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(Infinity)
  useLayoutEffect(() => {
    if (current === null) return undefined
    const watching = new ResizeObserver(() => setWidth(current.clientWidth))
    watching.observe(current)
    return () => watching.disconnect()
  }, [current])
  return width
}
