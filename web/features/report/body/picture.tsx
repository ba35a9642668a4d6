import { ImageOff } from 'lucide-react'
import { useT } from '#web/platform/i18n.ts'
import { usePicture } from '../editor/use-picture.ts'
import css from './body.module.css'
import { bodyMessages } from './body-messages.ts'
import type { ImageAttrs } from './body-types.ts'

/** A picture from the report's attachments, in the width that its author set. */
export function ReportPicture({ attrs: { attachment_id, alt, width } }: { attrs: ImageAttrs }) {
  const t = useT(bodyMessages)
  const { src, hasFailed } = usePicture(attachment_id)
  return (
    <figure className={css.picture} style={{ width: `${width}%` }}>
      {src ? (
        <img src={src} alt={alt} />
      ) : (
        <div className={css.noPicture} role={hasFailed ? 'alert' : 'status'}>
          <ImageOff size={20} aria-hidden />
          {hasFailed ? t('pictureFailed', { name: alt || `#${attachment_id}` }) : t('pictureLoading')}
        </div>
      )}
      {alt && <figcaption>{alt}</figcaption>}
    </figure>
  )
}
