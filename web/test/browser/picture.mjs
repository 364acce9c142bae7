export default async function picture(t) {}
