import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { antdSheet } from './scripts/vite-antd.ts'
import { lightContract } from './scripts/vite-contract.ts'
import { guidePages } from './scripts/vite-guide.ts'
import { pdfTables } from './scripts/vite-pdf.ts'

const pathTo = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const api = { target: process.env.OG_DEV_API ?? 'http://127.0.0.1:8080', changeOrigin: false }

export default defineConfig({
  root: pathTo('./web'),
  plugins: [react(), antdSheet(), lightContract(pathTo('.')), pdfTables(), guidePages()],
  server: { host: '127.0.0.1', port: 5173, proxy: { '/v1': api, '/api': api } },
  preview: { host: '127.0.0.1', port: 4173, proxy: { '/v1': api, '/api': api } },
  build: {
    outDir: pathTo('./web/dist'),
    emptyOutDir: true,
    target: 'es2022',
    reportCompressedSize: false,
    chunkSizeWarningLimit: 600,
  },
})
