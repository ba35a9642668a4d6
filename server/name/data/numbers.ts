import { tableOf } from '../table.ts'

/** Number words, ordinals and Roman numerals as digits; tens precede units (`forty four`). */
export const numberWords =
  tableOf(`one 1 two 2 three 3 four 4 five 5 six 6 seven 7 eight 8 nine 9 ten 10 eleven 11 twelve 12 thirteen 13 fourteen 14 fifteen 15 sixteen 16 seventeen 17
  eighteen 18 nineteen 19 twenty 20 thirty 30 forty 40 fourty 40 fifty 50 sixty 60 seventy 70 eighty 80 ninety 90 hundred 100
  first 1 second 2 third 3 fourth 4 fifth 5 sixth 6 seventh 7 eighth 8 ninth 9 tenth 10 1st 1 2nd 2 3rd 3 4th 4 5th 5 6th 6 7th 7 8th 8 9th 9 10th 10
  i 1 v 5 x 10 ii 2 iii 3 iv 4 vi 6 vii 7 viii 8 ix 9 xi 11 xii 12 xiii 13 xiv 14 xv 15 xvi 16 xvii 17 xviii 18 xix 19 xx 20
  uno 1 dos 2 tres 3 cuatro 4 cinco 5 deux 2 trois 3 quatre 4 cinq 5 eins 1 zwei 2 drei 3 vier 4 funf 5 primero 1 segundo 2 premier 1
  первый 1 второй 2 третий 3 один 1 два 2 три 3 الاول 1 الثاني 2 الثالث 3 اول 1 ثاني 2 ثالث 3
  第一 1 第二 2 第三 3 第四 4 第五 5 第六 6 第七 7 第八 8 第九 9 第十 10 第十一 11 第十二 12 第十三 13 第十四 14 一 1 二 2 三 3 四 4 五 5 六 6 七 7 八 8 九 9 十 10 제일 1 제이 2 제삼 3`)
