import type { ReactNode } from 'react'

/** The page of who is not signed in yet. */
export function Entrance({ children }: { readonly children: ReactNode }) {
  return (
    <div className="entrance">
      <header>Bindery</header>
      <main>{children}</main>
    </div>
  )
}
