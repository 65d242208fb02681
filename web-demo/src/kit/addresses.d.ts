// The build gives each file a name with a hash of its content.
declare module "address:*" {
  const address: string;
  export default address;
}
