export { ogCateSource } from './og_cate.ts'
