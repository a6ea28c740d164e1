/** Inline SVG, so that no file is loaded. Icons repeat only what a text beside them says. */
const paths = {
  calendar:
    'M7 3v3M17 3v3M4 9h16M5 5h14a1 1 0 0 1 1 1v13a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V6a1 1 0 0 1 1-1Z',
  check: 'm5 12.5 4.5 4.5L19 7.5',
  document: 'M7 3h7l5 5v12a1 1 0 0 1-1 1H7a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1Zm7 0v5h5M9 13h6M9 17h6',
  cross: 'M6 6l12 12M18 6 6 18',
  alert: 'M12 8v5M12 16.5v.5M12 3 2.5 20h19L12 3Z',
  arrow: 'M5 12h14M13 6l6 6-6 6',
} as const

export function Icon({ name }: { readonly name: keyof typeof paths }) {
  return (
    <svg class={`icon ${name}`} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path
        d={paths[name]}
        fill="none"
        stroke="currentColor"
        stroke-width="1.75"
        stroke-linecap="round"
        stroke-linejoin="round"
      />
    </svg>
  )
}
