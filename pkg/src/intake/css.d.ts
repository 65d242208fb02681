// Style sheets are texts; see build.mjs.
declare module "*.css" {
  const text: string;
  export default text;
}
