{{- define "og-group.name" -}}
{{- printf "%s-og-group" .Release.Name | trunc 50 | trimSuffix "-" -}}
{{- end -}}

{{- define "og-group.image" -}}
{{- printf "%s:%s" .Values.image.repository (default .Chart.AppVersion .Values.image.tag) -}}
{{- end -}}

{{- define "og-group.labels" -}}
app.kubernetes.io/name: og-group
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | quote }}
{{- end -}}

{{/* What selects the pods of a part: a list of the root and the part's name. */}}
{{- define "og-group.selector" -}}
app.kubernetes.io/name: og-group
app.kubernetes.io/instance: {{ (index . 0).Release.Name }}
app.kubernetes.io/component: {{ index . 1 }}
{{- end -}}

{{- define "og-group.podSecurity" -}}
runAsNonRoot: true
runAsUser: 10001
runAsGroup: 10001
fsGroup: 10001
fsGroupChangePolicy: OnRootMismatch
seccompProfile: { type: RuntimeDefault }
{{- end -}}

{{- define "og-group.security" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: { drop: [ALL] }
{{- end -}}

{{/* A variable from a secret: a list of its name, the secret and the key. */}}
{{- define "og-group.secretVariable" -}}
- name: {{ index . 0 }}
  valueFrom:
    secretKeyRef: { name: {{ index . 1 | quote }}, key: {{ index . 2 | quote }} }
{{- end -}}

{{/* Variables that every part has. */}}
{{- define "og-group.environment" -}}
{{- with .Values.database -}}
{{ include "og-group.secretVariable" (list "DATABASE_URL" .existingSecret .urlKey) }}
{{- if .directUrlKey }}
{{ include "og-group.secretVariable" (list "DATABASE_DIRECT_URL" .existingSecret .directUrlKey) }}
{{- end }}
{{- if .replicaUrlKey }}
{{ include "og-group.secretVariable" (list "DATABASE_REPLICA_URL" .existingSecret .replicaUrlKey) }}
{{- end }}
{{- if .patroniUrlKey }}
{{ include "og-group.secretVariable" (list "DATABASE_PATRONI_URL" .existingSecret .patroniUrlKey) }}
{{- end }}
{{- end }}
{{- with .Values.blobs }}
- name: OG_BLOB_URL
  value: {{ .url | quote }}
{{ include "og-group.secretVariable" (list "OG_S3_ACCESS_KEY" .existingSecret .accessKeyKey) }}
{{ include "og-group.secretVariable" (list "OG_S3_SECRET_KEY" .existingSecret .secretKeyKey) }}
{{- end }}
- name: OG_PUBLIC_URL
  value: {{ .Values.publicUrl | quote }}
- name: OG_TRUST_PROXY
  value: {{ .Values.trustProxy | quote }}
{{- with .Values.metrics }}
{{- if .existingSecret }}
{{ include "og-group.secretVariable" (list "OG_METRICS_TOKEN" .existingSecret .tokenKey) }}
{{- end }}
{{- end }}
{{- with .Values.smtp }}
{{- if .existingSecret }}
{{ include "og-group.secretVariable" (list "OG_SMTP_URL" .existingSecret .urlKey) }}
- name: OG_SMTP_FROM
  value: {{ .from | quote }}
{{- end }}
{{- end }}
{{- with .Values.backup }}
{{- if .existingClaim }}
- name: OG_BACKUP_DIR
  value: /backup
{{- end }}
{{- if .passphraseSecret }}
{{ include "og-group.secretVariable" (list "OG_BACKUP_PASSPHRASE" .passphraseSecret .passphraseKey) }}
{{- end }}
{{- end }}
{{- range $name, $value := .Values.env }}
- name: {{ $name }}
  value: {{ $value | quote }}
{{- end }}
{{- end -}}

{{- define "og-group.mounts" -}}
- { name: data, mountPath: /data }
- { name: tmp, mountPath: /tmp }
{{- end -}}

{{- define "og-group.volumes" -}}
- name: data
  emptyDir: { sizeLimit: {{ .Values.dataVolume.sizeLimit }} }
- name: tmp
  emptyDir: { sizeLimit: {{ .Values.tmpVolume.sizeLimit }} }
{{- end -}}
