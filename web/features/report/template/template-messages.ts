import { defineMessages } from '#web/platform/i18n.ts'

export const templateMessages = defineMessages({
  title: ['报告模板', 'Report template'],
  text: [
    '导出的报告和档案都按此排版：抬头、标志、颜色，以及每一页的密级标识。保存后立即用于新导出的文件。',
    'Layout of exported reports and profiles: header, logo, colour, and the marking on every page. Once saved, it applies to new exports.',
  ],
  failed: ['模板加载失败', 'The template failed to load'],
  organisation: ['机构名称', 'Name of the organisation'],
  organisationHint: [
    '印在标题上方和页脚；留空则不印。',
    'Printed above the title and in the footer; nothing is printed if it is empty.',
  ],
  markings: ['密级标识', 'Markings'],
  markingsHint: [
    '撰写人从中选择，例如“内部”。输入后按回车添加，最多 20 个。',
    'Writers choose from these, for example “Internal”. Press Enter to add one; 20 at most.',
  ],
  marking: ['默认标识', 'Default marking'],
  markingNone: ['不印标识', 'No marking'],
  markingHint: [
    '报告没有自选标识时，印在每一页的页眉和页脚。',
    'Printed at the top and bottom of every page of a report that has no marking of its own.',
  ],
  color: ['颜色', 'Colour'],
  colorHint: [
    '用于标题、标识和线条；请选深色，打印后才清楚。',
    'Used for titles, markings and lines; choose a dark colour so that it prints clearly.',
  ],
  logo: ['标志', 'Logo'],
  logoHint: [
    'PNG、JPEG、WebP 或 SVG，不超过 2 MB；会缩小并重新绘制。',
    'PNG, JPEG, WebP or SVG, at most 2 MB; it is scaled down and redrawn.',
  ],
  logoChoose: ['上传标志', 'Upload a logo'],
  logoReplace: ['更换标志', 'Replace the logo'],
  logoTooLarge: [
    '图片超过 2 MB，请缩小后再上传。',
    'The picture is larger than 2 MB. Make it smaller and upload it again.',
  ],
  logoAlt: ['当前标志', 'Current logo'],
  saved: ['报告模板已保存', 'Report template saved'],
  changed: ['{name} 修改于 {at}', 'Changed by {name}, {at}'],
  unset: ['尚未设置', 'Not set yet'],
  stale: [
    '其他人刚刚修改了模板，已显示最新内容，请核对后再保存。',
    'Someone has just changed the template. The latest version is shown; check it before you save.',
  ],
  preview: ['预览', 'Preview'],
  previewText: ['以示例报告预览，修改后自动更新。', 'Shown with a sample report; updates as you make changes.'],
  previewFailed: ['预览生成失败：{text}', 'The preview could not be created: {text}'],
  houseDefault: ['按模板（{marking}）', 'As in the template ({marking})'],
  houseNone: ['按模板（不印）', 'As in the template (none)'],
})
