/**
 * In the sandbox a page has no origin of its own, so `localStorage` and `sessionStorage` throw, and scripts that use
 * them stop at that line. This gives them a `Storage` that lasts as long as the document and holds as much as a
 * browser's (5 Mi UTF-16 units). It does nothing if a real one exists, and it removes its own element.
 *
 * It does what Chromium does. The methods are on `Storage.prototype`, where pages wrap them and call them from. A name
 * that the storage object has, such as `length` or `getItem`, is not the name of an item: assigning to it works as on any
 * object. There are known differences: an item of such a name is not among `Object.keys`, as the standard requires, and
 * some texts of errors that pages hardly ever cause differ.
 *
 * WebKit does not let such a page change its path by `pushState` and `replaceState`, at which routers stop. Then the
 * entry of the history is made with its state, and the address stays.
 */
const source = `(function(){
"use strict";
var names=["localStorage","sessionStorage"].filter(name=>{try{window[name]}catch(error){return true}});
if(names.length===2){
var QUOTA=5242880,stores=new WeakMap();
var storeOf=self=>{
var store=stores.get(self);
if(!store)throw new TypeError("Illegal invocation");
return store;
};
var fail=(doing,why)=>{throw new TypeError("Failed to "+doing+" on 'Storage': "+why)};
var call=name=>"execute '"+name+"'";
var setting=key=>"set a named property '"+key+"'";
var need=(count,given,name)=>{
if(given<count)fail(call(name),count+" argument"+(count>1?"s":"")+" required, but only "+given+" present.");
};
var text=(value,doing)=>{
if(typeof value==="symbol")fail(doing,"Cannot convert a Symbol value to a string");
return String(value);
};
var take=(store,key)=>{
if(store.items.has(key))store.used-=key.length+store.items.get(key).length;
store.items.delete(key);
};
var put=(store,key,value,doing)=>{
var items=store.items,size=key.length+value.length,before=items.has(key)?key.length+items.get(key).length:0;
if(size>before&&store.used-before+size>QUOTA){
var why="Failed to "+doing+" on 'Storage': Setting the value of '"+key+"' exceeded the quota.";
throw typeof QuotaExceededError==="function"?new QuotaExceededError(why):new DOMException(why,"QuotaExceededError");
}
store.used+=size-before;
items.set(key,value);
};
Object.defineProperties(Storage.prototype,Object.getOwnPropertyDescriptors({
get length(){return storeOf(this).items.size},
clear(){var store=storeOf(this);store.items.clear();store.used=0},
getItem(key){
var items=storeOf(this).items;
need(1,arguments.length,"getItem");
key=text(key,call("getItem"));
return items.has(key)?items.get(key):null;
},
key(index){
var items=storeOf(this).items;
need(1,arguments.length,"key");
index=index>>>0;
return index<items.size?Array.from(items.keys())[index]:null;
},
removeItem(key){
var store=storeOf(this);
need(1,arguments.length,"removeItem");
take(store,text(key,call("removeItem")));
},
setItem(key,value){
var store=storeOf(this),doing=call("setItem");
need(2,arguments.length,"setItem");
key=text(key,doing);
put(store,key,text(value,doing),doing);
}
}));
names.forEach(name=>{
var items=new Map(),store={items:items,used:0};
var named=(target,key)=>typeof key==="string"&&!(key in target);
var isItem=(target,key)=>named(target,key)&&items.has(key);
var storage=new Proxy(Object.create(Storage.prototype),{
get:(target,key,self)=>isItem(target,key)?items.get(key):Reflect.get(target,key,self),
set(target,key,value,self){
if(!named(target,key)||self!==storage)return Reflect.set(target,key,value,self);
put(store,key,text(value,setting(key)),setting(key));
return true;
},
has:(target,key)=>isItem(target,key)||key in target,
deleteProperty(target,key){
if(!isItem(target,key))return Reflect.deleteProperty(target,key);
take(store,key);
return true;
},
defineProperty(target,key,property){
if(!named(target,key))return Reflect.defineProperty(target,key,property);
if(property.get||property.set)fail(setting(key),"Accessor properties are not allowed.");
put(store,key,text(property.value,setting(key)),setting(key));
return true;
},
ownKeys(target){
return Array.from(items.keys()).filter(key=>!(key in target)).concat(Reflect.ownKeys(target));
},
getOwnPropertyDescriptor(target,key){
if(!isItem(target,key))return Reflect.getOwnPropertyDescriptor(target,key);
return{value:items.get(key),writable:true,enumerable:true,configurable:true};
},
preventExtensions:()=>false
});
stores.set(storage,store);
Object.defineProperties(window,Object.getOwnPropertyDescriptors({get[name](){return storage}}));
});
["pushState","replaceState"].forEach(name=>{
var change=History.prototype[name];
History.prototype[name]=function(state,title,url){
try{return change.apply(this,arguments)}catch(error){
if(error.name!=="SecurityError"||new URL(url,document.baseURI).origin!==location.origin)throw error;
return change.call(this,state,title);
}
};
});
}
if(document.currentScript)document.currentScript.remove();
})()`;

/**
 * The shim is on one line, so that line numbers of errors in the page stay right. Every statement of it ends with its
 * own semicolon and no text of it has a line break.
 */
export const storageShimScript = source.replaceAll('\n', '');
