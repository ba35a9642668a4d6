import css from './avatar.module.css'

type Props = { name: string; src?: string | null; size?: number }

/** A picture, or the first letter of a name on a grey background. Decorative: the name is shown next to it. */
export function Avatar({ name, src, size = 24 }: Props) {
  const box = { width: size, height: size, fontSize: Math.round(size * 0.46) }
  if (src) return <img className={css.avatar} style={box} src={src} alt="" />
  return (
    <span className={css.avatar} style={box} aria-hidden>
      {[...name.trim()][0]?.toUpperCase() ?? '?'}
    </span>
  )
}
