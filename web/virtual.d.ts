/** Styles of the component library (scripts/vite-antd.ts). */
declare module 'virtual:antd.css'
