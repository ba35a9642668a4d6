import { useMutation } from '@tanstack/react-query'
import { Button } from 'antd'
import { Stamp } from 'lucide-react'
import { certifyFile, certifyName, certifyRecord } from '#contract/certificate.api.ts'
import type { Sent } from '#contract/endpoint.ts'
import { download, saveFile } from '#web/platform/api.ts'
import { useT } from '#web/platform/i18n.ts'
import { showError } from '#web/platform/query.ts'
import { certificateMessages } from './certificate-messages.ts'

type Props =
  | { of: 'record'; body: Sent<typeof certifyRecord>['body'] }
  | { of: 'name'; body: Sent<typeof certifyName>['body'] }
  | { of: 'file'; body: Sent<typeof certifyFile>['body'] }

/** Creates a signed PDF of a screening and saves it. */
export function CertificateButton(props: Props) {
  const t = useT(certificateMessages)
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      if (props.of === 'record') return await download(certifyRecord, { body: props.body })
      if (props.of === 'name') return await download(certifyName, { body: props.body })
      return await download(certifyFile, { body: props.body })
    },
    onSuccess: saveFile,
    onError: showError,
  })
  return (
    <Button icon={<Stamp size={16} aria-hidden />} loading={isPending} onClick={() => mutate()}>
      {t('certify')}
    </Button>
  )
}
