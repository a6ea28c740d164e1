import { useRouter } from '@tanstack/react-router'
import type { MouseEvent, ReactNode } from 'react'

/**
 * The link of a row. The router's own works out for each link whether its page is open, which is most of
 * the work of a row; nobody is on the page of a row while its list is shown.
 */
export function RowLink({
  path,
  children,
}: {
  readonly path: string
  readonly children: ReactNode
}) {
  const router = useRouter()
  const preload = () => void router.preloadRoute({ to: path })
  const follow = (event: MouseEvent) => {
    // A new tab or window is the business of the browser.
    const isPlain = !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
    if (!isPlain || event.defaultPrevented) return
    event.preventDefault()
    void router.navigate({ to: path })
  }
  return (
    <a href={router.basepath + path} onMouseEnter={preload} onFocus={preload} onClick={follow}>
      {children}
    </a>
  )
}
